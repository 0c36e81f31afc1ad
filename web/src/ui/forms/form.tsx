import type { ComponentProps, SyntheticEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const TYPED = ['text', 'email', 'tel', 'password', 'date', 'textarea', 'select-one']

function isTyped(element: EventTarget): element is Control {
  const isControl =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  if (!isControl || !TYPED.includes(element.type)) return false
  // A person is choosing from its list.
  return element.role !== 'combobox' || document.activeElement !== element
}

/**
 * Every form of the app. Some password managers and browsers fill fields in without an event: before a submit, and when
 * the person goes on in the form, such fields tell their handlers what they show.
 */
export function Form({ ref, ...form }: ComponentProps<'form'>) {
  const own = useRef<HTMLFormElement>(null)
  /** The value that each field has told last. */
  const told = useRef(new WeakMap<Element, string>())

  useLayoutEffect(() => {
    for (const control of own.current?.elements ?? []) if (isTyped(control)) told.current.set(control, control.value)
  }, [])

  const tellFilled = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => {
    for (const control of currentTarget.elements)
      if (isTyped(control) && (told.current.get(control) ?? '') !== control.value) tell(control)
  }
  return (
    <form
      noValidate
      {...form}
      ref={(element) => {
        own.current = element
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
      }}
      onChangeCapture={({ target }: SyntheticEvent) => {
        if (isTyped(target)) told.current.set(target, target.value)
      }}
      onPointerOverCapture={tellFilled}
      onKeyDownCapture={tellFilled}
      // The handler that follows reads the state of the form, so it must be rendered first.
      onSubmitCapture={(event) => flushSync(() => tellFilled(event))}
    />
  )
}

/**
 * Causes React's `change` event. React leaves it out if the field holds the value that React last saw, and it also sees
 * what a script assigns: so the value is assigned once more without React.
 */
function tell(control: Control) {
  const { value } = control
  const isSelect = control instanceof HTMLSelectElement
  const { selectionStart = null, selectionEnd = null, selectionDirection = null } = isSelect ? {} : control
  control.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  // The assignment moves the caret to the end. Fields for e-mails and days have no selection that can be read.
  if (!isSelect && selectionStart !== null)
    control.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none')
  control.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }))
}
