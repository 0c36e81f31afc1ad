import { Camera, Check, FileText, User, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { ApplicationDocument } from '#model'
import type { UploadState } from '../../../data/uploads/upload-state.ts'
import type { Uploads } from '../../../data/uploads/uploads.ts'
import { useFormat } from '../../../i18n/format.ts'
import '../../../i18n/uploads-texts.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { LiveRegion } from '../../../ui/feedback/live-region.tsx'
import { useFocusRestore } from '../../../ui/layout/focus-restore.ts'
import { SyncGlyph } from '../../../ui/progress/sync-glyph.tsx'
import styles from './document-rows.module.css'
import { useFileSize } from './use-file-size.ts'

export interface WantedDocument {
  name: ApplicationDocument
  /** As the person reads it: "Driving licence". */
  label: string
  isOptional: boolean
}

interface Props {
  documents: readonly WantedDocument[]
  uploads: Uploads
}

/** The DOM id of a document's row; it can have the focus. */
export const documentRowId = (name: ApplicationDocument) => `document-${name}`

/** One row a document: its preview, its state, and what the person can do with it. */
export function DocumentRows({ documents, uploads }: Props) {
  return (
    <ul className={styles.rows}>
      {documents.map((wanted) => (
        <DocumentRow key={wanted.name} wanted={wanted} uploads={uploads} />
      ))}
    </ul>
  )
}

function DocumentRow({ wanted, uploads }: { wanted: WantedDocument; uploads: Uploads }) {
  const { t } = useTranslation('uploads')
  const { name, label } = wanted
  const state = uploads.states[name]
  const titleId = useId()
  const camera = name === 'photo' ? 'user' : 'environment'
  const isToChoose = state === undefined || state.status === 'refused'
  const keptFocus = useFocusRestore<HTMLLIElement>('p')
  const choose = (file: File) => {
    // The buttons go now, and the page may not have the focus back from the file picker yet.
    keptFocus.ref.current?.focus({ preventScroll: true })
    void uploads.choose(name, file)
  }
  const remove = () => void uploads.remove(name)
  return (
    <li
      {...keptFocus}
      className={styles.row}
      id={documentRowId(name)}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-refused={state?.status === 'refused' || undefined}
    >
      <Preview state={state} isPerson={name === 'photo'} />
      <div className={styles.text}>
        <p className={styles.title} id={titleId}>
          {label}
        </p>
        <StateLine state={state} isOptional={wanted.isOptional} />
        <RefusedReplacement state={state} />
      </div>
      {state?.status === 'uploaded' && (
        <FileInput label={label} action={t('change')} onFile={choose} variant="quiet">
          {t('change')}
        </FileInput>
      )}
      {(state?.status === 'uploading' || state?.status === 'waiting') && (
        <IconButton icon={X} label={t(state.status === 'uploading' ? 'stop' : 'remove', { label })} onClick={remove} />
      )}
      <Progress state={state} label={label} />
      {isToChoose && (
        <div className={styles.actions}>
          <FileInput label={label} action={t('takePhoto')} onFile={choose} camera={camera}>
            <Camera aria-hidden="true" />
            <span>{t('takePhoto')}</span>
          </FileInput>
          <FileInput label={label} action={t(state ? 'chooseAnother' : 'chooseFile')} onFile={choose}>
            {t(state ? 'chooseAnother' : 'chooseFile')}
          </FileInput>
        </div>
      )}
    </li>
  )
}

function Preview({ state, isPerson }: { state: UploadState | undefined; isPerson: boolean }) {
  const preview = state && 'file' in state ? state.file.preview : undefined
  const Icon = isPerson ? User : FileText
  return (
    <span className={styles.preview} data-state={state?.status ?? 'empty'}>
      {preview ? <img src={preview} alt="" width={56} height={56} /> : <Icon aria-hidden="true" />}
    </span>
  )
}

/** It is read aloud when it changes for good, and not with every per cent. */
function StateLine({ state, isOptional }: { state: UploadState | undefined; isOptional: boolean }) {
  const { t } = useTranslation('uploads')
  const { time } = useFormat()
  const sizeOf = useFileSize()
  const wordsOf = (): ReactNode => {
    switch (state?.status) {
      case undefined:
        return t(isOptional ? 'optional' : 'notChosen')
      case 'preparing':
        return t('preparing', { name: state.name })
      case 'uploading':
        return t('uploading', { percent: percentOf(state), size: sizeOf(state.file.size) })
      case 'waiting':
        return (
          <>
            <SyncGlyph stage="saved" size={22} />
            <span>{t(`waiting.${state.wait}`)}</span>
          </>
        )
      case 'uploaded':
        return (
          <>
            <Check aria-hidden="true" />
            <span>{t('uploaded', { time: time(state.at) })}</span>
          </>
        )
      case 'refused':
        return t(`refused.${state.refusal}`, { name: state.name, size: sizeOf(state.size) })
    }
  }
  return (
    <p className={styles.state} data-state={state?.status} role={state?.status === 'uploading' ? undefined : 'status'}>
      {wordsOf()}
    </p>
  )
}

/** The row goes on with the earlier file. */
function RefusedReplacement({ state }: { state: UploadState | undefined }) {
  const { t } = useTranslation('uploads')
  const sizeOf = useFileSize()
  const refused = state && 'refusedReplacement' in state ? state.refusedReplacement : undefined
  return (
    <LiveRegion role="alert">
      {refused && (
        <p className={styles.state} data-state="refused">
          <span>{t(`refused.${refused.refusal}`, { name: refused.name, size: sizeOf(refused.size) })}</span>
          <span>{` ${t('earlierKept')}`}</span>
        </p>
      )}
    </LiveRegion>
  )
}

const percentOf = ({ file, sent }: UploadState & { status: 'uploading' | 'waiting' }) =>
  file.size === 0 ? 0 : Math.floor((sent / file.size) * 100)

function Progress({ state, label }: { state: UploadState | undefined; label: string }) {
  if (state?.status !== 'uploading' && state?.status !== 'waiting') return null
  const percent = percentOf(state)
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      data-waiting={state.status === 'waiting' || undefined}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  )
}

interface FileInputProps {
  label: string
  action: string
  onFile: (file: File) => void
  /** Opens this camera, where there is one: `user` is the one that looks at the person. */
  camera?: 'user' | 'environment'
  variant?: 'tonal' | 'quiet'
  children: ReactNode
}

/** What the phone's own picker offers; what a file is shows only by its bytes. */
const ACCEPTED = { camera: 'image/*', file: 'image/jpeg,image/png,image/heic,image/heif,application/pdf' }

function FileInput({ label, action, onFile, camera, variant = 'tonal', children }: FileInputProps) {
  const { t } = useTranslation('uploads')
  const input = useRef<HTMLInputElement>(null)
  const name = t('of', { label, action })
  return (
    <>
      <Button variant={variant} aria-label={name} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        className={styles.input}
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        accept={camera ? ACCEPTED.camera : ACCEPTED.file}
        capture={camera}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file may be chosen again.
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </>
  )
}
