import type { ContactRole } from '#model'
import mark from '../../ui/brand/marks/logo-mark.svg'
import { Initials } from '../people/initials.tsx'
import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  role: ContactRole
  /** In px. */
  size?: 22 | 36 | 44
}

/** Mogra's bloom, or the initials of the other one; the name is beside it. */
export function Avatar({ name, role, size = 36 }: AvatarProps) {
  return (
    <span className={styles.avatar} data-size={size} data-role={role}>
      {role === 'MOGRA' ? <img src={mark} alt="" width={size} height={size} /> : <Initials name={name} />}
    </span>
  )
}
