import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './Button.module.css'
import { classes } from './classes.ts'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'warning'

export interface ButtonLook {
  variant?: ButtonVariant
  size?: 's' | 'm' | 'l'
  wide?: boolean
}

/** The classes of a button, for a link that looks like one: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'secondary', size = 'm', wide = false }: ButtonLook = {}): string {
  return classes(styles.button, styles[variant], styles[size], wide && styles.wide)
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** An action is running: the button stays in place and ignores presses. */
  pending?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A button with a text. 44 px high except in size s. */
export function Button({
  variant,
  size,
  wide,
  pending = false,
  icon,
  children,
  className,
  disabled,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classes(buttonClass({ variant, size, wide }), pending && styles.pending, className)}
      disabled={disabled}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon}
      <span className={styles.words}>{children}</span>
      {pending && <Spinner />}
    </button>
  )
}

/** What a button does, at the start, and the price, at the end. `outdated`: the price is about to change. */
export function PricedLabel({ children, price, outdated = false }: { children: ReactNode; price: ReactNode; outdated?: boolean }) {
  return (
    <span className={styles.priced}>
      <span>{children}</span> <span aria-busy={outdated || undefined}>{price}</span>
    </span>
  )
}

/** What turns on a control while what it starts is running. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}

const iconLooks = { quiet: styles.iconQuiet, raised: styles.iconRaised }

/** The classes of an icon button, for a link that looks like one. */
export function iconButtonClass(variant: keyof typeof iconLooks = 'quiet', size: 's' | 'm' = 'm'): string {
  return classes(styles.icon, iconLooks[variant], size === 's' && styles.iconS)
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What the button does: its accessible name and its tooltip. */
  label: string
  icon: ReactNode
  variant?: keyof typeof iconLooks
  size?: 's' | 'm'
}

/** A button with an icon only, named by its label. */
export function IconButton({ label, icon, variant = 'quiet', size = 'm', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} title={label} className={classes(iconButtonClass(variant, size), className)}>
      {icon}
    </button>
  )
}
