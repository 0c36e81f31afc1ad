import type { ComponentProps } from 'react'
import { cutTyped, MOST_LETTERS } from '#model'
import { TextArea } from '../../ui/forms/text-input.tsx'

interface MessageTextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'maxLength'> {
  value: string
  onText: (text: string) => void
}

/** What is written on the card: as many letters as fit, none of them cut in half. The browser's own limit counts UTF-16. */
export function MessageTextArea({ onText, ...rest }: MessageTextAreaProps) {
  const take = (field: HTMLTextAreaElement) => {
    const { text, caret } = cutTyped(field.value, field.selectionEnd, MOST_LETTERS.message)
    if (text !== field.value) {
      field.value = text
      field.setSelectionRange(caret, caret)
    }
    onText(text)
  }
  return (
    <TextArea
      {...rest}
      onChange={({ currentTarget, nativeEvent }) => {
        // An input method still holds these letters, and would write over what is cut.
        if (Reflect.get(nativeEvent, 'isComposing') === true) onText(currentTarget.value)
        else take(currentTarget)
      }}
      onCompositionEnd={({ currentTarget }) => take(currentTarget)}
    />
  )
}
