import type { FailureReason, HandedTo, PartnerDeliveryState, PendingMove, ReleaseReason } from '#model'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** The words for states, steps, hand-overs and reasons of a delivery. */
export function useDeliveryWords() {
  const { t } = useTranslation('deliveries')
  const states: Record<PartnerDeliveryState, string> = {
    awarded: t('state.awarded'),
    on_the_way: t('state.onTheWay'),
    delivered: t('state.delivered'),
    failed: t('state.failed'),
    taken_back: t('state.takenBack'),
    released: t('state.released'),
    cancelled: t('state.cancelled'),
  }
  const moves: Record<PendingMove['what'], string> = {
    picked_up: t('move.pickedUp'),
    delivered: t('move.delivered'),
    failed: t('move.failed'),
    release: t('move.release'),
  }
  const handedTo: Record<HandedTo, string> = {
    recipient: t('handedTo.recipient'),
    neighbour: t('handedTo.neighbour'),
    guard: t('handedTo.guard'),
    reception: t('handedTo.reception'),
    door: t('handedTo.door'),
  }
  const failures: Record<FailureReason, string> = {
    no_answer: t('failure.noAnswer'),
    wrong_address: t('failure.wrongAddress'),
    refused: t('failure.refused'),
    damaged: t('failure.damaged'),
    closed: t('failure.closed'),
    unsafe: t('failure.unsafe'),
    other: t('failure.other'),
  }
  const releases: Record<ReleaseReason, string> = {
    vehicle: t('release.vehicle'),
    too_far: t('release.tooFar'),
    not_ready: t('release.notReady'),
    closed: t('release.closed'),
    unwell: t('release.unwell'),
    other: t('release.other'),
  }
  return { states, moves, handedTo, failures, releases }
}
