import { seedPicture } from './seed-id.ts';

/** The showcase of the starter profile. */
export const showcase = [
  {
    projectName: 'Thread App',
    tech: ['React', 'Node.js', 'Express.js', 'MongoDB', 'Socket.IO'],
    description:
      'A place for short posts and long answers. Replies nest, new ones arrive live, and a ' +
      'thread keeps your place when you come back to it.',
    liveLink: 'https://thread-app.vyadav.example',
    githubLink: 'https://github.com/vyadav-studio/thread-app',
    picture: seedPicture(
      'showcase-thread-app',
      'Thread with nested replies in the middle, the reader’s profile on the left and a reply ' +
        'box at the bottom',
    ),
  },
  {
    projectName: 'Food Delivery App',
    tech: ['React', 'Redux', 'Node.js', 'MongoDB', 'Razorpay'],
    description:
      'Menus of several kitchens, one cart per kitchen, and an order you can follow from the ' +
      'stove to the door. Restaurants get their own panel.',
    liveLink: 'https://food-delivery.vyadav.example',
    githubLink: 'https://github.com/vyadav-studio/food-delivery',
    picture: seedPicture(
      'showcase-food-delivery',
      'Phone with a restaurant menu and a second phone with a delivery route and the minutes ' +
        'that remain',
    ),
  },
  {
    projectName: 'Job App',
    tech: ['React', 'Express.js', 'MongoDB', 'Tailwind CSS'],
    description:
      'Job search with filters that stay in the address, saved searches by mail, and an inbox ' +
      'where employers sort applications into columns.',
    liveLink: 'https://job-app.vyadav.example',
    githubLink: 'https://github.com/vyadav-studio/job-app',
    picture: seedPicture(
      'showcase-job-app',
      'List of vacancies with filters on the left and an opened vacancy with its apply button on ' +
        'the right',
    ),
  },
  {
    projectName: 'Nike Page',
    tech: ['React', 'Tailwind CSS', 'Vite'],
    description:
      'A practice piece: a shoe brand’s product page rebuilt from scratch to study layout, large ' +
      'type and motion that respects reduced-motion settings.',
    liveLink: 'https://nike-page.vyadav.example',
    githubLink: 'https://github.com/vyadav-studio/nike-page',
    picture: seedPicture(
      'showcase-nike-page',
      'Product page with one large running shoe, oversized lettering behind it and four colour ' +
        'choices',
    ),
  },
  {
    projectName: 'Auth Form',
    tech: ['React', 'TypeScript', 'Node.js', 'MongoDB'],
    description:
      'Sign-up, e-mail code, sign-in and password reset as one reusable package, with clear ' +
      'errors, a strength meter and full keyboard support.',
    liveLink: 'https://auth-form.vyadav.example',
    githubLink: 'https://github.com/vyadav-studio/auth-form',
    picture: seedPicture(
      'showcase-auth-form',
      'Sign-up form with a password strength meter beside six boxes for an e-mail code',
    ),
  },
  {
    projectName: 'E-Commerce',
    tech: ['React', 'Redux', 'Express.js', 'MongoDB', 'Razorpay'],
    description:
      'A complete small shop to read and learn from: catalogue, cart, checkout, orders and an ' +
      'admin area. The repository holds a guided tour of the code.',
    liveLink: 'https://github.com/vyadav-studio/e-commerce',
    githubLink: 'https://github.com/vyadav-studio/e-commerce',
    picture: seedPicture(
      'showcase-e-commerce',
      'Shop with a product grid and open cart, and the admin area with an order table behind it',
    ),
  },
];
