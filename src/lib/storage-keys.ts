// The keys of localStorage and sessionStorage; those that end with a colon are prefixes. Pages pass them to
// inline scripts with `define:vars`.

export const CART_KEY = 'cart';
export const ADDRESS_PREFIX = 'address:';
export const REQUIREMENTS_DRAFT_PREFIX = 'requirements-draft:';
export const CHAT_DRAFT_PREFIX = 'chat-draft:';
export const CHAT_OUTBOX_PREFIX = 'chat-outbox:';
export const FORM_DRAFT_PREFIX = 'form-draft:';
export const ORDERS_VIEW_KEY = 'orders-view';

/** The id of the user whose data this browser stores. */
export const STORAGE_OWNER_KEY = 'storage-owner';
/** The state of the session that the server reported last; absent for visitors. */
export const SESSION_STATE_KEY = 'session-state';
/** Present while the server has not learned that the person signed out here. */
export const UNSENT_SIGN_OUT_KEY = 'unsent-sign-out';
export const ROLE_KEY = 'role';
/** The address to which this browser asked for a code to sign in, and where the person was going. */
export const CODE_REQUEST_KEY = 'code-request';
export const THEME_KEY = 'theme';
/** The currency that the visitor chose. */
export const CURRENCY_KEY = 'currency';
/** Present when the fonts were loaded before. */
export const FONTS_LOADED_KEY = 'fonts-loaded';

/** In sessionStorage: the data that this tab showed last. */
export const SCREEN_CACHE_PREFIX = 'screen-cache:';
/** In sessionStorage: a toast for the next page. */
export const FLASH_TOAST_KEY = 'flash-toast';
/** In sessionStorage: the order that was celebrated. */
export const CONFETTI_ORDER_KEY = 'confetti-order';
/** The cache with the files of a visitor's question. */
export const QUESTION_FILES_CACHE = 'question-files';
