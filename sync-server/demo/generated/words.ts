import type { LocalisedText } from '#model'

const text = (en: string, hi: string): LocalisedText => ({ en, hi })

/** Namesakes of bouquets; the Hindi ones are followed by के, की or का. */
export const NAMESAKES: readonly LocalisedText[] = [
  text('Dawn', 'भोर'),
  text('Morning', 'सुबह'),
  text('Noonday', 'दोपहर'),
  text('Twilight', 'साँझ'),
  text('Moonlight', 'चाँदनी'),
  text('Starlight', 'तारों'),
  text('Monsoon', 'बरखा'),
  text('First Rain', 'पहली बारिश'),
  text('Saavan', 'सावन'),
  text('Spring', 'बसंत'),
  text('Autumn', 'शरद'),
  text('Courtyard', 'आँगन'),
  text('Garden', 'बग़ीचे'),
  text('Valley', 'घाटी'),
  text('Hillside', 'पहाड़ी'),
  text('Lakeside', 'झील किनारे'),
  text('Riverbank', 'नदी किनारे'),
  text('Meadow', 'मैदान'),
  text('Palace', 'महल'),
  text('Verandah', 'बरामदे'),
  text('Silk', 'रेशम'),
  text('Velvet', 'मख़मल'),
  text('Smile', 'मुस्कान'),
  text('Memory', 'यादों'),
  text('Dream', 'सपनों'),
  text('Happiness', 'ख़ुशियों'),
  text('Friendship', 'दोस्ती'),
  text('Affection', 'मोहब्बत'),
  text('Blessing', 'दुआओं'),
  text('Promise', 'वादे'),
  text('Festival', 'त्योहार'),
  text('Celebration', 'जश्न'),
  text('Homecoming', 'घर वापसी'),
  text('Letter', 'चिट्ठी'),
  text('Melody', 'सरगम'),
  text('Raga', 'राग'),
  text('Poem', 'कविता'),
  text('Story', 'कहानी'),
  text('Lantern', 'दीये'),
  text('Holiday', 'छुट्टी'),
]

/** Names of florists' shops. */
export const SHOPS: readonly LocalisedText[] = [
  text('Phool Mahal', 'फूल महल'),
  text('Kamal Flowers', 'कमल फ़्लावर्स'),
  text('Bahaar Blooms', 'बहार ब्लूम्स'),
  text('Pushpanjali', 'पुष्पांजलि'),
  text('Chameli House', 'चमेली हाउस'),
  text('Rajnigandha Florist', 'रजनीगंधा फ़्लोरिस्ट'),
  text('Genda Ghar', 'गेंदा घर'),
  text('Green Basket', 'ग्रीन बास्केट'),
  text('Sundar Nursery', 'सुंदर नर्सरी'),
  text('Mangal Flowers', 'मंगल फ़्लावर्स'),
  text('Lotus Lane', 'लोटस लेन'),
  text('Parijat Florist', 'पारिजात फ़्लोरिस्ट'),
  text('Champa Blooms', 'चंपा ब्लूम्स'),
  text('Bulbul Flowers', 'बुलबुल फ़्लावर्स'),
  text('Kali Florist', 'कली फ़्लोरिस्ट'),
  text('Mehak Flowers', 'महक फ़्लावर्स'),
  text('Haryali Nursery', 'हरियाली नर्सरी'),
  text('Shubh Florist', 'शुभ फ़्लोरिस्ट'),
]

export const FEATURES: readonly LocalisedText[] = [
  text('Same-day delivery', 'उसी दिन डिलीवरी'),
  text('Free message card', 'मुफ़्त संदेश कार्ड'),
  text('Tied by hand this morning', 'आज सुबह हाथ से बाँधा गया'),
  text('Stays fresh for a week', 'एक हफ़्ते तक ताज़ा'),
  text('From a grower near the city', 'शहर के पास के किसान से'),
  text('With a note on how to care for them', 'देखभाल की पर्ची के साथ'),
]

/** The second sentence of every description. */
export const CLOSINGS: readonly LocalisedText[] = [
  text('Cut in the morning, at the door the same day.', 'सुबह तोड़े गए, उसी दिन दरवाज़े पर।'),
  text('Fresh water every second day keeps them for a week.', 'हर दूसरे दिन ताज़ा पानी दें, हफ़्ता भर टिकेंगे।'),
  text('Your words come on a card written by hand.', 'आपके शब्द हाथ से लिखे कार्ड पर साथ आते हैं।'),
  text('Made up by the florist on the day you choose.', 'फूलवाला इन्हें आपके चुने दिन ही सजाता है।'),
  text('A favourite of the neighbourhood for years.', 'बरसों से मोहल्ले की पसंद।'),
]
