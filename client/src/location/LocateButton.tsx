import LocateFixed from 'lucide-react/icons/locate-fixed'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Coordinates } from '../../../contracts/types.ts'
import { showAlert } from '../notices/notices.ts'
import { Button } from '../ui/Button.tsx'
import { currentPosition } from './location.ts'

interface LocateButtonProps {
  /**
   * Called when pressed; the function it returns is called with the device's position, null if it gives none. It says whether the press still counts: false
   * once the customer has chosen or typed another place.
   */
  onPress: () => (place: Coordinates | null) => boolean | Promise<boolean>
  ref?: RefObject<HTMLButtonElement | null>
}

/**
 * "Use my location": requests the device's position when pressed; if the device gives none, an alert says so (docs/specification.md section 8), unless the
 * customer has gone on meanwhile.
 */
export function LocateButton({ onPress, ref }: LocateButtonProps) {
  const { t } = useTranslation()
  const [locating, setLocating] = useState(false)
  // A response after unmounting is ignored.
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])
  const locate = async (): Promise<void> => {
    setLocating(true)
    const take = onPress()
    const found = await currentPosition()
    if (!mounted.current) return
    const counts = await take(found)
    if (found === null && counts)
      void showAlert(
        t('Error'),
        t(
          'In order to use this feature you need open your location services and/or grant permission to our app. Please allow location permissions and try again.',
        ),
      )
    setLocating(false)
  }
  return (
    <Button ref={ref} icon={<LocateFixed aria-hidden="true" />} pending={locating} onClick={() => void locate()}>
      {t('Use my location')}
    </Button>
  )
}
