import { Skeleton } from '../../ui/States.tsx'
import { Bar } from '../../ui/Layout.tsx'
import styles from './MenuPage.module.css'

export function SliderSkeleton() {
  return (
    <Bar noWrap align="stretch" gap={2} className={styles.sliderSkeleton} aria-hidden="true">
      {[0, 1, 2, 3, 4, 5, 6].map((at) => (
        <Skeleton key={at} width="8rem" height="100%" round />
      ))}
    </Bar>
  )
}
