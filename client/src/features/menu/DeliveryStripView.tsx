import Clock from 'lucide-react/icons/clock'
import MapPin from 'lucide-react/icons/map-pin'
import Pencil from 'lucide-react/icons/pencil'
import type { MouseEventHandler, ReactNode } from 'react'
import { Bar, Stack } from '../../ui/Layout.tsx'
import styles from './DeliveryStrip.module.css'

interface DeliveryStripViewProps {
  /** The delivery type, with its icon. */
  how: string
  icon: ReactNode
  /** The area; empty if nothing is delivered. */
  where: string
  /** The time, and the translated "Change"; empty at a table. */
  when: string
  change: string
  disabled?: boolean
  onClick?: MouseEventHandler<HTMLButtonElement>
  /** The area's terms, and the sheet that changes the choices. */
  children?: ReactNode
}

/** The strip with delivery type, area and time. */
export function DeliveryStripView({ how, icon, where, when, change, disabled, onClick, children }: DeliveryStripViewProps) {
  return (
    <Stack gap={2}>
      <Bar
        as="button"
        gap={4}
        rows={1}
        type="button"
        className={styles.button}
        onClick={onClick}
        disabled={disabled}
        aria-haspopup="dialog"
      >
        <span className={styles.part}>
          {icon}
          <span>{how}</span>
        </span>
        {where !== '' && (
          <span className={styles.part}>
            <MapPin />
            <span>{where}</span>
          </span>
        )}
        {when !== '' && (
          <span className={styles.part}>
            <Clock />
            <span>{when}</span>
          </span>
        )}
        {change !== '' && (
          <span className={styles.edit}>
            <Pencil aria-hidden="true" />
            <span>{change}</span>
          </span>
        )}
      </Bar>
      {children}
    </Stack>
  )
}
