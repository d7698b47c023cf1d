import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './Button.module.css'
import { classes } from './classes.ts'

/** How much a button wants to be pressed. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** The looks of a button. */
export interface ButtonLook {
  variant?: ButtonVariant
  size?: 's' | 'm' | 'l'
  /** As wide as its place. */
  wide?: boolean
}

/** The classes of a button, for a link that looks like one: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'secondary', size = 'm', wide = false }: ButtonLook = {}): string {
  return classes(styles.button, styles[variant], styles[size], wide && styles.wide)
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Something is under way: the button stays where it is and can't be pressed again. */
  pending?: boolean
  /** A picture in front of the words. */
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A button with words. 44 px high except in size s. */
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
      className={classes(
        buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(wide !== undefined && { wide }) }),
        pending && styles.pending,
        className,
      )}
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
      {pending && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  )
}

const iconLooks = { quiet: styles.iconQuiet, filled: styles.iconFilled, raised: styles.iconRaised, outlined: styles.iconOutlined }

/** The classes of a button with a picture only, for a link that looks like one. */
export function iconButtonClass(variant: keyof typeof iconLooks = 'quiet', size: 's' | 'm' = 'm'): string {
  return classes(styles.icon, iconLooks[variant], size === 's' && styles.iconS)
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What the button does, in words: its name and its tooltip. */
  label: string
  icon: ReactNode
  variant?: 'quiet' | 'filled' | 'raised' | 'outlined'
  size?: 's' | 'm'
  ref?: Ref<HTMLButtonElement>
}

/** A button with a picture only, named by its label. */
export function IconButton({ label, icon, variant = 'quiet', size = 'm', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} title={label} className={classes(iconButtonClass(variant, size), className)}>
      {icon}
    </button>
  )
}
