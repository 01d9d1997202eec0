/** Whether the page shows prices in dollars where there are any (ShownCurrency.astro). */
export const showsDollars = (): boolean => document.documentElement.dataset['currency'] === 'USD';
