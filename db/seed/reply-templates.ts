/** Texts that the owner can insert into a message or a delivery. */
export const replyTemplates = [
  {
    name: 'Received',
    text: 'Thank you for your message. I have read it and will answer in detail by tomorrow.',
  },
  {
    name: 'What I need',
    text: 'To begin I need three things: your texts, your pictures in the largest size you have, and two or three sites whose look you like.',
  },
  {
    name: 'On schedule',
    text: 'Everything is on schedule. The first version will be here on the day that the order says.',
  },
  {
    name: 'Change outside the order',
    text: 'This goes beyond what the order includes. I can gladly do it: I will write to you with a price and the days that it needs, and begin when you agree.',
  },
];

export const deliveryTemplates = [
  {
    name: 'First version',
    text: 'Here is the first version. Please look at it on your phone too, and tell me everything you notice in one go: that makes the next round short.',
  },
  {
    name: 'Revised',
    text: 'Your changes are in. What was asked for is done; anything that I did differently is explained below.',
  },
  {
    name: 'Handover',
    text: 'Everything is yours now: the code, the accounts and a short guide. The guide says how to change texts and pictures without me.',
  },
];
