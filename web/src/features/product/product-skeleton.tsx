import { FramedDrawing } from '../../ui/flowers/framed-drawing.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonLines } from '../../ui/states/skeleton.tsx'
import styles from './product.module.css'

/** The placeholder of a flower's page until the flower has arrived. */
export function ProductSkeleton() {
  return (
    <Page>
      <div className={styles.columns}>
        <div className={styles.folio}>
          <FramedDrawing src="/flowers/states/in-bud.svg" alt="" faded />
        </div>
        <div className={styles.text}>
          <div className={styles.outline}>
            <SkeletonLines count={4} />
          </div>
        </div>
      </div>
    </Page>
  )
}
