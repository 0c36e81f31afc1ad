import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { countLetters, MOST_LETTERS, tidyText } from '#model'
import { MessageCard } from '../../blocks/orders/message-card.tsx'
import { MessageTextArea } from '../../blocks/orders/message-text-area.tsx'
import { type CartViewLine, cart } from '../../data/orders/cart.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { saveOrToast } from '../../ui/feedback/save-or-toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { useFocusRestore } from '../../ui/layout/focus-restore.ts'
import styles from './cart.module.css'

export function CardMessage({ line, name }: { line: CartViewLine; name: string }) {
  const { t } = useTranslation('cart')
  const [isOpen, setOpen] = useState(false)
  const keptFocus = useFocusRestore('textarea, button')
  return (
    <div {...keptFocus} className={styles.message}>
      {isOpen ? (
        <MessageForm line={line} onSaved={() => setOpen(false)} />
      ) : (
        <>
          {line.message && <MessageCard isShort text={line.message} />}
          <Button
            variant="quiet"
            aria-label={t(line.message ? 'message.changeNamed' : 'message.addNamed', { name })}
            onClick={() => setOpen(true)}
          >
            {t(line.message ? 'message.change' : 'message.add')}
          </Button>
        </>
      )}
    </div>
  )
}

function MessageForm({ line, onSaved }: { line: CartViewLine; onSaved: () => void }) {
  const { t } = useTranslation('cart')
  // What is being typed stays, whatever another device writes meanwhile.
  const [text, setText] = useState(line.message)
  const save = useKeptMessage(line, tidyText(text))
  return (
    <>
      <Field label={t('message.label')} hint={t('message.left', { count: MOST_LETTERS.message - countLetters(text) })}>
        {(control) => <MessageTextArea {...control} value={text} onText={setText} onBlur={save} />}
      </Field>
      <MessageCard label={t('message.preview')} text={tidyText(text) || t('message.empty')} />
      <Button variant="tonal" onClick={async () => (await save()) && onSaved()}>
        {t('message.save')}
      </Button>
    </>
  )
}

/** Saves what is typed, also when it is left without a press on the button: nothing typed is lost. */
function useKeptMessage({ flowerId, message }: CartViewLine, text: string) {
  const last = useRef<{ text: string; isSaved: Promise<boolean> } | undefined>({
    text: message,
    isSaved: Promise.resolve(true),
  })
  // A press on the button leaves the field first: it waits for what leaving began.
  const save = (): Promise<boolean> => {
    if (text === last.current?.text) return last.current.isSaved
    const writing = { text, isSaved: saveOrToast(cart.setMessage(flowerId, text)) }
    last.current = writing
    void writing.isSaved.then((isSaved) => {
      if (!isSaved && last.current === writing) last.current = undefined
    })
    return writing.isSaved
  }
  const leave = useEffectEvent(() => void save())
  useEffect(() => {
    const onLeave = () => leave()
    addEventListener('pagehide', onLeave)
    return () => {
      removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [])
  return save
}
