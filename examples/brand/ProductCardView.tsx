import type { ComponentProps } from 'react'
import { PlusHintView, productPicture, ProductCardView as Own } from '#client/features/menu/ProductCardView.tsx'
import styles from './Calories.module.css'

export { PlusHintView, productPicture }

/** The product's card with the calories of the dish, which this restaurant's backend sends as `calories`. */
export function ProductCardView(props: ComponentProps<typeof Own>) {
  const calories = props.field('calories')
  return (
    <Own
      {...props}
      price={
        <>
          {props.price}
          {calories !== '' && <span className={styles.calories}>{calories} kcal</span>}
        </>
      }
    />
  )
}
