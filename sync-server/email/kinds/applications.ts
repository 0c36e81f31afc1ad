import * as v from 'valibot'
import { userLine, userLines } from '../templates/escape-user-text.ts'
import { defineMail } from './define-mail.ts'

const rowOf = (name: string, value: string): [string, string] => [name, value]

const decision = v.picklist(['approved', 'rejected'])
/** Why it was rejected, in the admin's words. */
const reason = v.optional(userLines)

/** Sent to a delivery partner who has applied. An address that is not confirmed yet gets nothing that was typed. */
export const driverApplication = defineMail({
  parameters: v.strictObject({
    driverName: v.optional(userLine),
    driverPhone: v.optional(userLine),
    vehicleType: v.picklist(['bike', 'car', 'van', 'bicycle']),
    applicationId: userLine,
  }),
  words: {
    en: {
      subject: 'We have your delivery partner application',
      hello: (name: string | undefined) => (name ? `Hello ${name},` : 'Hello,'),
      text: 'Thank you for applying. Your documents are checked within 24 to 48 hours, and you hear from us by e-mail within 1 to 2 business days.',
      application: 'Application',
      phone: 'Phone',
      vehicle: 'Vehicle',
      vehicles: { bike: 'Motorcycle/Scooter', car: 'Car', van: 'Van', bicycle: 'Bicycle' },
    },
    hi: {
      subject: 'आपका डिलीवरी पार्टनर आवेदन हमें मिल गया',
      hello: (name) => (name ? `नमस्ते ${name},` : 'नमस्ते,'),
      text: 'आवेदन के लिए धन्यवाद। आपके दस्तावेज़ 24 से 48 घंटे में जाँचे जाते हैं, और 1 से 2 कामकाजी दिनों में आपको ई-मेल मिलेगा।',
      application: 'आवेदन',
      phone: 'फ़ोन',
      vehicle: 'गाड़ी',
      vehicles: { bike: 'मोटरसाइकिल/स्कूटर', car: 'कार', van: 'वैन', bicycle: 'साइकिल' },
    },
  },
  letter: (words, { driverName, driverPhone, vehicleType, applicationId }) => ({
    subject: words.subject,
    parts: [
      { paragraph: words.hello(driverName) },
      { paragraph: words.text },
      {
        table: [
          [words.application, applicationId],
          ...(driverPhone === undefined ? [] : [rowOf(words.phone, driverPhone)]),
          [words.vehicle, words.vehicles[vehicleType]],
        ],
      },
    ],
  }),
})

export const driverDecision = defineMail({
  parameters: v.strictObject({ driverName: userLine, decision, reason }),
  words: {
    en: {
      hello: (name: string) => `Hello ${name},`,
      approved: {
        subject: 'You are a Mogra delivery partner',
        text: 'Your application is approved. Go on duty on your dashboard to be offered deliveries in your city.',
      },
      rejected: {
        subject: 'An update on your delivery partner application',
        text: 'We cannot accept your application at this time. Write to us if you think that something was overlooked; you may apply again.',
      },
      reason: 'The reason',
      button: 'Partner Dashboard',
    },
    hi: {
      hello: (name) => `नमस्ते ${name},`,
      approved: {
        subject: 'अब आप मोगरा के डिलीवरी पार्टनर हैं',
        text: 'आपका आवेदन स्वीकार हो गया है। अपने शहर की डिलीवरी पाने के लिए डैशबोर्ड पर ड्यूटी शुरू करें।',
      },
      rejected: {
        subject: 'आपके डिलीवरी पार्टनर आवेदन की जानकारी',
        text: 'अभी हम आपका आवेदन स्वीकार नहीं कर सकते। अगर आपको लगता है कि कुछ छूट गया है, तो हमें लिखें; आप फिर से आवेदन कर सकते हैं।',
      },
      reason: 'कारण',
      button: 'पार्टनर डैशबोर्ड',
    },
  },
  letter: (words, { driverName, decision, reason }, { link }) => ({
    subject: words[decision].subject,
    parts: [
      { paragraph: words.hello(driverName) },
      { paragraph: words[decision].text },
      ...(reason === undefined ? [] : [{ lines: { label: words.reason, lines: reason } }]),
      ...(decision === 'approved' ? [{ button: { label: words.button, href: link('/driver/dashboard') } }] : []),
    ],
  }),
})

/** Sent to a wholesale supplier who has applied; as for partners. */
export const supplierApplication = defineMail({
  parameters: v.strictObject({
    businessName: v.optional(userLine),
    contactPerson: v.optional(userLine),
    /** City ids or English names. */
    citiesServed: v.array(userLine),
  }),
  words: {
    en: {
      subject: 'We have your wholesale supplier application',
      hello: (name: string | undefined) => (name ? `Hello ${name},` : 'Hello,'),
      text: 'Thank you for applying. Your documents are checked within 24 to 48 hours, and you hear from us by e-mail within 1 to 2 business days.',
      business: 'Business',
      cities: 'Cities served',
    },
    hi: {
      subject: 'आपका सप्लायर आवेदन हमें मिल गया',
      hello: (name) => (name ? `नमस्ते ${name},` : 'नमस्ते,'),
      text: 'आवेदन के लिए धन्यवाद। आपके दस्तावेज़ 24 से 48 घंटे में जाँचे जाते हैं, और 1 से 2 कामकाजी दिनों में आपको ई-मेल मिलेगा।',
      business: 'कारोबार',
      cities: 'सेवा वाले शहर',
    },
  },
  letter: (words, { businessName, contactPerson, citiesServed }, { city }) => ({
    subject: words.subject,
    parts: [
      { paragraph: words.hello(contactPerson) },
      { paragraph: words.text },
      {
        table: [
          ...(businessName === undefined ? [] : [rowOf(words.business, businessName)]),
          [words.cities, citiesServed.map(city).join(', ')],
        ],
      },
    ],
  }),
})

export const supplierDecision = defineMail({
  /** `name` is that of the business or of the person. */
  parameters: v.strictObject({ name: userLine, decision, reason }),
  words: {
    en: {
      hello: (name: string) => `Hello ${name},`,
      approved: {
        subject: 'You are a Mogra wholesale supplier',
        text: 'Your application is approved. Bulk requests from the cities that you serve stand on your dashboard.',
      },
      rejected: {
        subject: 'An update on your wholesale supplier application',
        text: 'We cannot accept your application at this time. Write to us if you think that something was overlooked; you may apply again.',
      },
      reason: 'The reason',
      button: 'Supplier Dashboard',
    },
    hi: {
      hello: (name) => `नमस्ते ${name},`,
      approved: {
        subject: 'अब आप मोगरा के सप्लायर हैं',
        text: 'आपका आवेदन स्वीकार हो गया है। जिन शहरों में आप सेवा देते हैं, वहाँ के थोक अनुरोध आपके डैशबोर्ड पर हैं।',
      },
      rejected: {
        subject: 'आपके सप्लायर आवेदन की जानकारी',
        text: 'अभी हम आपका आवेदन स्वीकार नहीं कर सकते। अगर आपको लगता है कि कुछ छूट गया है, तो हमें लिखें; आप फिर से आवेदन कर सकते हैं।',
      },
      reason: 'कारण',
      button: 'सप्लायर डैशबोर्ड',
    },
  },
  letter: (words, { name, decision, reason }, { link }) => ({
    subject: words[decision].subject,
    parts: [
      { paragraph: words.hello(name) },
      { paragraph: words[decision].text },
      ...(reason === undefined ? [] : [{ lines: { label: words.reason, lines: reason } }]),
      ...(decision === 'approved' ? [{ button: { label: words.button, href: link('/wholesale/dashboard') } }] : []),
    ],
  }),
})
