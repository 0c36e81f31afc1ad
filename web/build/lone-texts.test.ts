import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedTexts } from './lone-texts.ts'

/** What looks like a text and is always an element, by the file that shows it. */
const ELEMENTS: Record<string, readonly string[]> = {
  'app/shell/navigation/phone-menu.tsx': ['toLink(one)', 'toLink(one, styles.onPhone)'],
  'app/shell/shell.tsx': ['question'],
  'blocks/people/already-logged-in.tsx': ['good', 'question'],
  'blocks/people/one-time-code/code-form.tsx': ['look.back'],
  'blocks/applications/application-state.tsx': ['sent'],
  'features/admin/admin.tsx': ['children(overview)'],
  'features/admin/decision/decision-dialog.tsx': ['children'],
  'features/admin/orders/desk-payouts.tsx': ['dialog'],
  'features/admin/orders/orders-tab.tsx': ['children'],
  'features/admin/orders/payout-row.tsx': ['dialog'],
  'features/admin/orders/settle-form.tsx': ['children'],
  'features/email-test/email-test-form.tsx': ['detail'],
  'features/order-tracking/edit-panel.tsx': ['cancelButton'],
  'features/product/product.tsx': ['children'],
  'features/profile/devices-section.tsx': ['question'],
  'features/static-pages/legal-page.tsx': ['children', 'after[id]'],
  'ui/forms/field.tsx': ['children({'],
}

test.each([
  ['a text beside an element', '<p>{t("a")} <b>b</b></p>'],
  ['a text whose neighbour comes and goes', '<p>{icon && <Icon />}{children}</p>'],
  ['a text that comes and goes', '<p><b>b</b>{isOpen ? t("a") : null}</p>'],
  ['a text that is written out', '<p>a<b>b</b></p>'],
  ['two texts', '<p>{count} × {name}</p>'],
  ['a space', '<p><b>a</b> <i>b</i></p>'],
  ['a text in a fragment', '<><b>a</b>{isOpen && <>{t("a")}</>}</>'],
  ['texts of a list that may be absent', '<p><b>b</b>{order?.names.map((name) => name)}</p>'],
  ['texts of a list', '<p><b>b</b>{names.map((name) => name)}</p>'],
])('%s does not stand alone', (_what, source) => {
  expect(sharedTexts(source)).not.toEqual([])
})

test('a text that is the only child of an element stands alone, also beside elements', () => {
  const source = `<li>
    <span>{t('a')}</span>
    {isOpen && <b>{\`\${count} × \${name}\`}</b>}
    {names.map((name) => <i key={name}>{name}</i>)}
    {order?.names.map((name) => <i key={name}>{name}</i>)}
  </li>`
  expect(sharedTexts(source)).toEqual([])
})

test('every text of the app stands alone in its element, so that a page that the browser translates keeps working', () => {
  const src = join(import.meta.dirname, '../src')
  const files = globSync('**/*.tsx', { cwd: src }).filter((file) => !/\.test\.tsx$|^testing\//.test(file))
  expect(files.length).toBeGreaterThan(100)
  const shared = files.flatMap((file) =>
    sharedTexts(readFileSync(join(src, file), 'utf8'))
      .filter((text) => !ELEMENTS[file]?.some((element) => text.split(': ')[1]?.startsWith(element)))
      .map((text) => `${file}:${text}`),
  )
  expect(shared).toEqual([])
})
