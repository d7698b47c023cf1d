import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../api/apiError.ts'
import { showAlert, showToast } from '../../notices/notices.ts'
import { homeQuery } from '../../navigation/paths.ts'
import { enterScannedTable } from './tableCode.ts'

/** A scanned table code (docs/specification.md section 2): removes the code from the address, verifies it and stores the table for the session. */
export function TableLinkHandler({ onRefused }: { /** The code is not valid. */ onRefused: () => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const asked = useRef(false)
  useEffect(() => {
    const code = search.get(homeQuery.table)
    if (code === null || asked.current) return
    asked.current = true
    setSearch(
      (before) => {
        before.delete(homeQuery.table)
        return before
      },
      { replace: true },
    )
    if (code === '') {
      onRefused()
      return
    }
    const enter = async (): Promise<void> => {
      try {
        const table = await enterScannedTable(code)
        if (table) showToast({ kind: 'success', text: t('You are ordering at {{table}}.', { table: table.name }) })
      } catch (error) {
        const message =
          error instanceof ApiError && error.status === 404
            ? t('This table code is not known. Please scan it again, or ask the staff.')
            : error instanceof ApiError
              ? t(error.message)
              : t("The restaurant can't be reached right now. Please try again in a moment.")
        await showAlert(t('Error'), message)
        onRefused()
      }
    }
    void enter()
  }, [search, setSearch, t, onRefused])
  return null
}
