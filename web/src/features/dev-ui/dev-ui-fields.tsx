import { Banknote, CreditCard, MapPin, Search, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { Checkbox, Chip, ChipGroup, RadioCards } from '../../ui/forms/choices.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { RangeSlider } from '../../ui/forms/range-slider.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { StarChoice } from '../../ui/forms/star-choice.tsx'
import { TextArea, TextInput } from '../../ui/forms/text-input.tsx'
import styles from './dev-ui.module.css'

const SAMPLES = {
  en: {
    name: 'Recipient’s name',
    phone: 'Phone',
    phoneError: 'Enter all 10 digits so the partner can call.',
    pin: 'PIN code',
    pinWarning: 'Jaipur’s PIN codes begin with 302. Please check.',
    message: 'Message on the card',
    messagePlaceholder: 'Write a few words',
    city: 'City',
    cities: ['Jaipur', 'Mumbai', 'Delhi'],
    noCity: 'No such city',
    search: 'Search roses, lilies, birthdays',
    category: 'Category',
    categories: ['All', 'Roses', 'Lilies', 'Tulips', 'Orchids', 'Mixed Bouquets'],
    price: 'Price',
    upTo: 'Up to',
    pay: 'Pay with',
    ways: ['UPI', 'Card', 'Wallet'],
    note: 'Any UPI app on this phone',
    rating: 'Your rating',
    terms: 'I accept the terms',
  },
  hi: {
    name: 'पाने वाले का नाम',
    phone: 'फ़ोन',
    phoneError: 'पूरे 10 अंक लिखें, ताकि पार्टनर फ़ोन कर सके।',
    pin: 'पिन कोड',
    pinWarning: 'जयपुर के पिन कोड 302 से शुरू होते हैं। कृपया जाँच लें।',
    message: 'कार्ड पर संदेश',
    messagePlaceholder: 'दो शब्द लिखें',
    city: 'शहर',
    cities: ['जयपुर', 'मुंबई', 'दिल्ली'],
    noCity: 'ऐसा कोई शहर नहीं',
    search: 'गुलाब, लिली, जन्मदिन खोजें',
    category: 'फूल',
    categories: ['सभी', 'गुलाब', 'लिली', 'ट्यूलिप', 'ऑर्किड', 'मिले-जुले गुलदस्ते'],
    price: 'दाम',
    upTo: 'अधिकतम',
    pay: 'भुगतान का तरीक़ा',
    ways: ['यूपीआई', 'कार्ड', 'वॉलेट'],
    note: 'इस फ़ोन का कोई भी यूपीआई ऐप',
    rating: 'आपकी रेटिंग',
    terms: 'मुझे शर्तें मंज़ूर हैं',
  },
} as const

const WAY_ICONS = [Banknote, CreditCard, Wallet]

export function DevUiFields() {
  const { language, rupees } = useFormat()
  const words = SAMPLES[language]
  const [price, setPrice] = useState(1500)
  const [category, setCategory] = useState('1')
  const [way, setWay] = useState('0')
  const [city, setCity] = useState('0')
  const [stars, setStars] = useState<number>()
  const [isAccepted, setAccepted] = useState(true)
  const options = words.categories.map((label, index) => ({ value: String(index), label }))
  const cities = words.cities.map((label, index) => ({ value: String(index), label }))
  const ways = words.ways.map((label, index) => ({
    value: String(index),
    label,
    icon: WAY_ICONS[index] ?? Wallet,
    ...(index === 0 && { note: words.note }),
  }))
  return (
    <div className={styles.two}>
      <section>
        <h2>Fields</h2>
        <Field label={words.name}>{(control) => <TextInput {...control} defaultValue="Sunita Deshpande" />}</Field>
        <Form onSubmit={(event) => event.preventDefault()}>
          <FieldPair stacks>
            <Field label={words.phone} error={words.phoneError}>
              {(control) => <TextInput {...control} type="tel" defaultValue="98290 1142" />}
            </Field>
            <Field label={words.pin} warning={words.pinWarning}>
              {(control) => <TextInput {...control} inputMode="numeric" defaultValue="400001" />}
            </Field>
          </FieldPair>
        </Form>
        <Field label={words.message} optional hint={words.messagePlaceholder}>
          {(control) => <TextArea {...control} placeholder={words.messagePlaceholder} />}
        </Field>
        <Field label={words.name}>
          {(control) => <TextInput {...control} readOnly defaultValue="sunita@mogra.example" />}
        </Field>
        <Field label={words.city}>
          {(control) => (
            <Select {...control} icon={MapPin}>
              {words.cities.map((city) => (
                <option key={city}>{city}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.city}>
          {(control) => (
            <Combobox
              {...control}
              icon={MapPin}
              label={words.city}
              value={city}
              options={cities}
              find={(typed) => cities.filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()))}
              onChange={setCity}
              none={words.noCity}
            />
          )}
        </Field>
        <Field label={words.name}>
          {(control) => <TextInput {...control} type="date" defaultValue="2026-11-21" />}
        </Field>
        <div className={styles.row}>
          <TextInput icon={Search} type="search" aria-label={words.search} placeholder={words.search} />
          <Select shape="chip" icon={MapPin} aria-label={words.city}>
            {words.cities.map((city) => (
              <option key={city}>{city}</option>
            ))}
          </Select>
          <Select shape="chip" aria-label={words.category}>
            {words.categories.map((label) => (
              <option key={label}>{label}</option>
            ))}
          </Select>
        </div>
      </section>
      <section>
        <h2>Choices</h2>
        <ChipGroup legend={words.category} options={options} value={category} onChange={setCategory} />
        <RangeSlider
          label={words.price}
          value={price}
          min={0}
          max={2000}
          step={50}
          onChange={setPrice}
          valueText={`${words.upTo} ${rupees(price)}`}
        />
        <ChipGroup legend={words.category} look="list" options={options} value={category} onChange={setCategory} />
        <RadioCards legend={words.pay} options={ways} value={way} onChange={setWay} />
        <StarChoice
          legend={words.rating}
          options={[1, 2, 3, 4, 5]}
          value={stars}
          labelOf={(count) => `${count} ★`}
          onChange={setStars}
        />
        <Checkbox label={words.terms} checked={isAccepted} onChange={() => setAccepted(!isAccepted)} />
        <Checkbox label={words.terms} error={words.phoneError} />
        <div className={styles.row}>
          <Chip checked={isAccepted} onChange={() => setAccepted(!isAccepted)}>
            {words.terms}
          </Chip>
          <Chip disabled>{words.terms}</Chip>
        </div>
      </section>
    </div>
  )
}
