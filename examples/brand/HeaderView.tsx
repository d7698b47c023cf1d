import type { ComponentProps } from 'react'
import { BrandView, CartButtonView, HeaderView as Own, MenuButtonView } from '#client/app/HeaderView.tsx'
import styles from './Night.module.css'

export { BrandView, CartButtonView, MenuButtonView }

/** The product's header on a dark ground. */
export function HeaderView(props: ComponentProps<typeof Own>) {
  return (
    <div className={styles.night}>
      <Own {...props} />
    </div>
  )
}
