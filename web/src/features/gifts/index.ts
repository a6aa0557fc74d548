export { GiftDialog } from './components/GiftDialog.tsx';
export { GuestDialog } from './components/GuestDialog.tsx';
export { forgetGifts, giftReceived, lookForGifts } from './model/gift.ts';
