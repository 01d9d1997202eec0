import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** `file:line text` of every line below these globs that matches. */
function linesWith(pattern: RegExp, globs: string[], except: RegExp = /^$/): string[] {
  return globSync(globs, { cwd: ROOT })
    .filter((file) => !except.test(file))
    .sort()
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    );
}

// A fragment (`#id`) of a link, a selector or an address is no colour.
const COLOUR =
  /(?<![\w&"'`(/])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])|["'`(]#(?:[\da-f]{6}|[\da-f]{8})(?![\w-])|\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab)\(\s*[\d.]/i;

test('colours are defined only in tokens.css', () => {
  // A manifest cannot use custom properties; a brand icon has the brand's colour.
  const except =
    /^src\/(styles\/tokens\.css|content\/|pages\/manifest\.webmanifest\.ts|components\/custom-brand-icons\.ts)/;
  expect(linesWith(COLOUR, ['src/**/*.{css,astro,ts,tsx}'], except)).toEqual([]);
  const tokens = readFileSync(join(ROOT, 'src/styles/tokens.css'), 'utf8');
  for (const line of linesWith(COLOUR, ['src/pages/manifest.webmanifest.ts'])) {
    expect(tokens, line).toContain(/#[\da-f]{6}/.exec(line)?.[0]);
  }
});

test('the colour pattern matches colours and nothing else', () => {
  const colours = [
    'color: #fff',
    'fill="#a1b2c3"',
    'rgb(1 2 3)',
    'rgba(0,0,0,.5)',
    'hsl(210 5% 5%)',
  ];
  expect(colours.filter((each) => !COLOUR.test(each))).toEqual([]);
  const others = [
    'href="#add"',
    'url(#fade)',
    'color-mix(in oklab, var(--a), b)',
    '&#8377;',
    '#content',
  ];
  expect(others.filter((each) => COLOUR.test(each))).toEqual([]);
});

test('no debugging code or TODO is left', () => {
  const sources = ['{api,src,db}/**/*.{ts,tsx,astro}'];
  const commandLinePrograms = /^api\/(main|dev|razorpay-sandbox\/main)\.ts$|^db\/backup/;
  expect(linesWith(/\bconsole\.(log|debug|table|trace)\b/, sources, commandLinePrograms)).toEqual(
    [],
  );
  expect(linesWith(/\bdebugger\b;?$/, sources)).toEqual([]);
  expect(
    linesWith(/\b(TODO|FIXME|XXX)\b/, [...sources, 'tests/**/*.ts'], /architecture\/files/),
  ).toEqual([]);
  expect(
    linesWith(/\b(test|describe|it)\.only\(/, ['tests/**/*.ts'], /architecture\/files/),
  ).toEqual([]);
});

test('no any and no suppressed type error is used', () => {
  const sources = ['{api,src,db}/**/*.{ts,tsx,astro}', 'tests/**/*.ts'];
  const any =
    /(:\s*any\b(?!\s+\w)|\bas any\b|<any[,>]|\bany\[\]|@ts-(ignore|nocheck|expect-error))/;
  expect(linesWith(any, sources, /architecture\/files/)).toEqual([]);
});

/** A merged migration is never edited, because databases have already run it. Add a new one. */
const FROZEN: Record<string, string> = {
  'db/migrations/0001-first.ts': '2e7ddf570edb841164f0c3b1edac1a059b2f950110f8a4fa4c659fbb1e256463',
  'db/migrations/0001-first/accounts.ts':
    '32a73e0e5d3cd3f1540527a19abfe7e0ae005e6c13f142ff3df7e428d3675873',
  'db/migrations/0001-first/catalog.ts':
    'a06b07b2cc0ae6d22c143e70b5adcc84dfbf0bb8322e193b44504e6f7edba7c3',
  'db/migrations/0001-first/conversations.ts':
    'd6f83fe6c2d2d888ab9ad4908ef0207bcdc9abe53b1099982f69e1b90f7f2d20',
  'db/migrations/0001-first/orders.ts':
    '082611cc0d130bcca79325fac667703a1938dfbd8498dba34af5075a52295487',
  'db/migrations/0001-first/payments.ts':
    '341ead40513acda688f7a80a2cf94f7ba904cf556539a236460600c107e82ee1',
  'db/migrations/0001-first/platform.ts':
    'b1db9621cbd02fd131d5b23acfda5c8242285e05abde1e51bceb04da01f66c10',
  'db/migrations/0002-ledger.ts':
    'a51e1a37b59cc09ca264c30b78ac53c0cd7eb3cfce539c15b37a2c365a5ac391',
  'db/migrations/0003-socket-attachments.ts':
    'c321ba03e8532b80a92df173146b31e82861394e914f05935dcffd74df7b6707',
  'db/migrations/0004-agreements.ts':
    'daaee6ce39eb24fff425638179f276866279b258e709a73b7dc5ca082570319b',
  'db/migrations/0005-disputes.ts':
    'f6259008c802149b73be8da773f67ecd580c58a4e0ae5411ce51b2eb685f08b0',
  'db/migrations/0006-releases.ts':
    '001a81fe93f33a63a99c67abec02f829325e4f9027d153aa5bb424416ae708b4',
  'db/migrations/0008-cancellation.ts':
    '9b39595113823e8cc1edabff4853f5b7a6b7fd0ba0a72a05fb54e1b212337e51',
  'db/migrations/0009-audit-log.ts':
    'c5f4f78d72d472600b778cca7ba12b781b9aaf36ee0d0c17c97da8db4c5c5062',
  'db/migrations/0010-instalments.ts':
    '7096405b7b0a624f9644a432ec6de06a74becabff15f23514a84f7ce1c8a9642',
  'db/migrations/0011-questions.ts':
    'c6ba22aa5fc1c5d10b6fde54ee68bf7fb44ba55a1ec850a01b74d5e12a982e14',
  'db/migrations/0012-quotes.ts':
    'fbcaa0927a076f4997ac133a28e47f3223fa073572b67bad9766b4c1042cba94',
  'db/migrations/0013-second-factors.ts':
    '50e3b5ff4c590311037b7a0ed9308479775349438d3c2f97ea6014d287c43123',
  'db/migrations/0014-order-changes.ts':
    'f66b8ceee6df3c4f361a2a2709e6fb2569dec0b9d9555aef6ce52a57c89ff769',
  'db/migrations/0015-billing-documents.ts':
    '44bd9e114c9fd2eb902549dc316c0cbb7ac4ed2a4bcde06b3d074da1e30b46f6',
  'db/migrations/0016-document-dates.ts':
    '631159f9ffed17814ea099d937931ac3d6dcdb84d74f5434476ef3034cb298e4',
  'db/migrations/0017-assistants.ts':
    '41d4261d9f15e315889ab0ecb2d4a3b0d1f303cc2f588a9e7289dda9dc95ba4e',
  'db/migrations/0033-path-after-sign-up.ts':
    'd4d595ceee4fc45491318deb7d986cd7186cea84a74aba507058d795a566b5b3',
  'db/migrations/columns.ts': '767db752ccf805e828bd6fda76a498437ea85a3eeaa7bce8faee359709a1ae6c',
  'db/migrations/0025-order-balance.ts':
    '48ad6875d35a8adaa53e4fbee9525f92dbbe1f7baa49dc2d598a2e0be3a54d50',
  'db/migrations/0027-gig-documents.ts':
    'e96bae705e7bcdb29b19b4abab16af088285dd35847b2561982fa405d409216f',
  'db/migrations/0028-brand.ts': '3a11d086907c76d6a37568521160ef716a6d98f06a48548f7d5d908624898490',
  'db/migrations/0035-legal-versions.ts':
    'f3db6ddfadb47641fccbaef4f6abddce240dafcb795012f9e734a0f3d52f8734',
  'db/migrations/0036-compensations.ts':
    '96e30f0db675d532039b1a4ab0ec5a6ee292978ecf026590495ec296a230e192',
  'db/migrations/0049-requirement-answers.ts':
    '574d6781e164d0daebe7450b01aedad0e09937a715ec98508279c47a751e8ee2',
  'db/migrations/0048-order-pauses.ts':
    '08a0f816651ebcf512080c51fa41071439042694cd3210ad5184288345f46f4a',
  'db/migrations/0047-test-orders.ts':
    '1f283f4b0edd4f438c4560004271c7ae131a8f3a68da0a90699b2546310a6577',
  'db/migrations/0051-tax-deducted.ts':
    '3bae766387a487dba4c34fed0a09491375a8068cfee7ee9c7beb49fd10a0dd84',
  'db/migrations/0053-currencies.ts':
    'bb555161a3beacbdf28c89e34feee3e96197fc64a7083131599924a05f73668f',
  'db/migrations/0054-content-items.ts':
    'f3daf2b0e4177f254bc5538849e442f7d8f8af2a16ee9eb9c632d31bb2afd46c',
  'db/migrations/0063-client-notes.ts':
    '1c340a07620f0df3d451892e22f6f65381f7145c7545096eb3d60adc1047aeac',
  'db/migrations/0060-paper-copies.ts':
    '353834e3e29fb621276425d91e927cb14ab5c285bafcac98d34485b2afd67f16',
  'db/migrations/0061-case-studies.ts':
    '42ff153da6278da588eb579aacc5a82854238b10d3b6a46c0b8cf3fde87d5cea',
  'db/migrations/0062-delivery-pins.ts':
    '5057f6af0c5aa241b2b4de4d2bb1f65ab6a2a8ee178099d0d5247d71286d5bc0',
  'db/migrations/0055-discount-codes.ts':
    'd2939cb1dd36d51de50d183a6ecf1804529233d71b11405352dd7790cf9ab4c5',
  'db/migrations/0056-codes-by-mail.ts':
    'a2aa178e07e07313c9cac47590910b0ce548017ae73ec2950ba6f61a9d7f427d',
  'db/migrations/0057-visits.ts':
    '1e3ae6bd90a586b9ca2b5df364e34c994b5c9535b9b4575540311972c5f361eb',
  'db/migrations/0065-mail-replies.ts':
    'fe4d205559d8d6ce8bc999481f0c217e3f5b613cd09395e678a853f2ad7771d1',
  'db/migrations/0066-instalment-days.ts':
    '5b2b5e218071f9c705ced4646151d578d5025e3ddec7d9812f7b932b373b3a6d',
  'db/migrations/0067-delivered-links.ts':
    'b217da1ced063e2727bbc35665a3980f7dd5c1c99a378a7985fb95f828c5ff23',
  'db/migrations/0059-hand-overs.ts':
    '268b4f9317da55a7e20b2088aa068c69520cc17daf77f222127b27f108cb8a87',
  'db/migrations/0040-payment-links.ts':
    '4e0f5db5ad6053c60329bc46e1755d73c672aa1bdffcc6da0bbdfa37cbff1a14',
  'db/migrations/0045-billing-details.ts':
    'b42ef5f06bb4aecf3ed1142247527987ec43db00b81a7c4a52bf44165ae1ddbc',
  'db/migrations/0042-order-dates.ts':
    '1d2425ac689d8405c6007c092a8394bdf471c95f69a0aa854a4f1c5af12b69f2',
  'db/migrations/0046-export-decision.ts':
    '93a9cd961646783b2f355f25104c988429e956784bb92e0e7d95bfdf6b181c2e',
  'db/migrations/0007-profiles.ts':
    'b0f40139212d60b5edc69b6a81c3a285edc89fd00eef8342ddc730f2ccf301b8',
  'db/migrations/rebuild-table.ts':
    '6d088ea3873e1fb4c87ebc85eaa50839de8b5e99f8ab907a0b396cb9d1b8bb74',
};

test('a released migration is unchanged', () => {
  const found = globSync('db/migrations/**/*.ts', { cwd: ROOT }).sort();
  const sums = found.map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(join(ROOT, file)))
      .digest('hex'),
  ]);
  expect(Object.fromEntries(sums)).toEqual(FROZEN);
});

test('process.env is read in configuration files only', () => {
  const readers =
    /^api\/(main|dev|config|(owner|doctor|content|dispute)-command-line|upgrade\/(command-line|rehearse)|modules\/site\/(publish\/(publish-command-line|run-publish-command|publish-worker)|build\/(compile-templates|build-release))|razorpay-sandbox\/main)\.ts$|^src\/lib\/dev-catalog\.ts$|^db\/backup/;
  expect(linesWith(/process\.env\b/, ['{api,src,db}/**/*.{ts,tsx,astro}'], readers)).toEqual([]);
});

test('browser storage is used through the wrapper that never fails', () => {
  const direct = /\b(local|session)Storage\b[.[]|@nanostores\/persistent/;
  expect(linesWith(direct, ['src/**/*.{ts,tsx}'], /^src\/lib\/(storage|persistent)\.ts$/)).toEqual(
    [],
  );
});

test('a source file ends at 500 lines', () => {
  const lines = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n').length;
  const files = globSync('{api,src,db}/**/*.{ts,tsx,astro}', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => !file.startsWith('db/seed/') && lines(file) > 501)).toEqual([]);
});

test('date-fns is imported function by function, and not by the server', () => {
  // Its index loads three hundred files, and for each Node parses a package.json of 150 KB.
  expect(linesWith(/from 'date-fns'/, ['src/**/*.{ts,tsx,astro}'])).toEqual([]);
  expect(linesWith(/from 'date-fns/, ['{api,db}/**/*.ts'])).toEqual([]);
});

test('a test file asks for the app and the browser that it shares: processes run several files', () => {
  const isImported = /from '[./\w]*\/(shared-app|payment-app|shared-browser|chat-setup)\.ts'/;
  const isAsked = /^share(App|People|PaymentApp|Browser|Conversation)\(/m;
  const forgetful = globSync('tests/**/*.test.ts', { cwd: ROOT }).filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return isImported.test(text) && !isAsked.test(text);
  });
  expect(forgetful, 'call shareApp() or its like after the imports (tests/README.md)').toEqual([]);
});
