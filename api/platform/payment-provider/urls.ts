export const RAZORPAY_API = 'https://api.razorpay.com';

export const RAZORPAY_CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';
