import type { ComponentProps } from 'react'
import { cutTyped, MOST_LETTERS } from '#model'
import { TextArea } from '../../ui/forms/text-input.tsx'

interface MessageTextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'maxLength'> {
  value: string
  onText: (text: string) => void
}

/**
 * A field for the message on the card. It limits the letters as people see them; the browser's `maxlength` counts
 * UTF-16 units.
 */
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
        // An input method is still composing these letters and would overwrite the cut text.
        if (Reflect.get(nativeEvent, 'isComposing') === true) onText(currentTarget.value)
        else take(currentTarget)
      }}
      onCompositionEnd={({ currentTarget }) => take(currentTarget)}
    />
  )
}
