import type { LocalisedText } from '../values/values.ts'
import { withoutUnseen } from '../values/visible-text.ts'

export interface City {
  id: string
  name: LocalisedText
  state: string
  /** PIN code of the head post office. */
  pincode: string
}

const city = (id: string, en: string, hi: string, state: string, pincode: string): City => ({
  id,
  name: { en, hi },
  state,
  pincode,
})

/** The 50 cities in which Mogra delivers, the largest first. */
export const CITIES: readonly City[] = [
  city('mumbai', 'Mumbai', 'मुंबई', 'Maharashtra', '400001'),
  city('delhi', 'Delhi', 'दिल्ली', 'Delhi', '110001'),
  city('bangalore', 'Bangalore', 'बेंगलुरु', 'Karnataka', '560001'),
  city('hyderabad', 'Hyderabad', 'हैदराबाद', 'Telangana', '500001'),
  city('chennai', 'Chennai', 'चेन्नई', 'Tamil Nadu', '600001'),
  city('kolkata', 'Kolkata', 'कोलकाता', 'West Bengal', '700001'),
  city('pune', 'Pune', 'पुणे', 'Maharashtra', '411001'),
  city('ahmedabad', 'Ahmedabad', 'अहमदाबाद', 'Gujarat', '380001'),
  city('jaipur', 'Jaipur', 'जयपुर', 'Rajasthan', '302001'),
  city('surat', 'Surat', 'सूरत', 'Gujarat', '395003'),
  city('lucknow', 'Lucknow', 'लखनऊ', 'Uttar Pradesh', '226001'),
  city('kanpur', 'Kanpur', 'कानपुर', 'Uttar Pradesh', '208001'),
  city('nagpur', 'Nagpur', 'नागपुर', 'Maharashtra', '440001'),
  city('indore', 'Indore', 'इंदौर', 'Madhya Pradesh', '452001'),
  city('thane', 'Thane', 'ठाणे', 'Maharashtra', '400601'),
  city('bhopal', 'Bhopal', 'भोपाल', 'Madhya Pradesh', '462001'),
  city('visakhapatnam', 'Visakhapatnam', 'विशाखापत्तनम', 'Andhra Pradesh', '530001'),
  city('pimpri-chinchwad', 'Pimpri-Chinchwad', 'पिंपरी-चिंचवड', 'Maharashtra', '411018'),
  city('patna', 'Patna', 'पटना', 'Bihar', '800001'),
  city('vadodara', 'Vadodara', 'वडोदरा', 'Gujarat', '390001'),
  city('ghaziabad', 'Ghaziabad', 'ग़ाज़ियाबाद', 'Uttar Pradesh', '201001'),
  city('ludhiana', 'Ludhiana', 'लुधियाना', 'Punjab', '141001'),
  city('agra', 'Agra', 'आगरा', 'Uttar Pradesh', '282001'),
  city('nashik', 'Nashik', 'नासिक', 'Maharashtra', '422001'),
  city('faridabad', 'Faridabad', 'फ़रीदाबाद', 'Haryana', '121001'),
  city('meerut', 'Meerut', 'मेरठ', 'Uttar Pradesh', '250001'),
  city('rajkot', 'Rajkot', 'राजकोट', 'Gujarat', '360001'),
  city('kalyan-dombivli', 'Kalyan-Dombivli', 'कल्याण-डोंबिवली', 'Maharashtra', '421301'),
  city('vasai-virar', 'Vasai-Virar', 'वसई-विरार', 'Maharashtra', '401201'),
  city('varanasi', 'Varanasi', 'वाराणसी', 'Uttar Pradesh', '221001'),
  city('srinagar', 'Srinagar', 'श्रीनगर', 'Jammu and Kashmir', '190001'),
  city('aurangabad', 'Aurangabad', 'औरंगाबाद', 'Maharashtra', '431001'),
  city('dhanbad', 'Dhanbad', 'धनबाद', 'Jharkhand', '826001'),
  city('amritsar', 'Amritsar', 'अमृतसर', 'Punjab', '143001'),
  city('navi-mumbai', 'Navi Mumbai', 'नवी मुंबई', 'Maharashtra', '400703'),
  city('prayagraj', 'Prayagraj', 'प्रयागराज', 'Uttar Pradesh', '211001'),
  city('ranchi', 'Ranchi', 'राँची', 'Jharkhand', '834001'),
  city('howrah', 'Howrah', 'हावड़ा', 'West Bengal', '711101'),
  city('coimbatore', 'Coimbatore', 'कोयंबटूर', 'Tamil Nadu', '641001'),
  city('jabalpur', 'Jabalpur', 'जबलपुर', 'Madhya Pradesh', '482001'),
  city('gwalior', 'Gwalior', 'ग्वालियर', 'Madhya Pradesh', '474001'),
  city('vijayawada', 'Vijayawada', 'विजयवाड़ा', 'Andhra Pradesh', '520001'),
  city('jodhpur', 'Jodhpur', 'जोधपुर', 'Rajasthan', '342001'),
  city('madurai', 'Madurai', 'मदुरै', 'Tamil Nadu', '625001'),
  city('raipur', 'Raipur', 'रायपुर', 'Chhattisgarh', '492001'),
  city('kota', 'Kota', 'कोटा', 'Rajasthan', '324001'),
  city('guwahati', 'Guwahati', 'गुवाहाटी', 'Assam', '781001'),
  city('chandigarh', 'Chandigarh', 'चंडीगढ़', 'Chandigarh', '160017'),
  city('solapur', 'Solapur', 'सोलापुर', 'Maharashtra', '413001'),
  city('hubli-dharwad', 'Hubli-Dharwad', 'हुबली-धारवाड़', 'Karnataka', '580020'),
]

const keyOf = (text: string) => withoutUnseen(text).trim().toLowerCase().normalize('NFC')
const byName = new Map(
  CITIES.flatMap((each) => [each.id, each.name.en, each.name.hi].map((name) => [keyOf(name), each])),
)

/** Finds a city by its id or its name in either language, in upper or lower case. */
export const findCity = (text: string): City | undefined => byName.get(keyOf(text))
