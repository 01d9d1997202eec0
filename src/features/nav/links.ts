export const NAVIGATION = [
  { label: 'Home', href: '/', under: /^\/$/ },
  { label: 'Past Work', href: '/my-work', under: /^\/my-work/ },
  {
    label: 'Services',
    href: '/my-gig',
    under: /^\/(my-gig|seller)/,
    hint: 'Order a custom site, built for you',
  },
];
