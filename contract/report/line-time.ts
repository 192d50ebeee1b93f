import { count, defineReport, minutesOf, productOf, shareOf, units } from '../thing/report.ts';

/**
 * 设备综合效率: how well lines used their time, by the definitions of ISO 22400-2. Its times follow from the heartbeats and events of
 * lines (`server/modules/plant/stop/`), its units from events.
 */
export const lineTime = defineReport({
  key: 'oee',
  figures: {
    oee: productOf(['availability', 'performance', 'quality']),
    availability: shareOf('running_time', 'busy_seconds'),
    performance: shareOf('nominal_seconds', 'rated_seconds'),
    quality: shareOf('good_units', 'made_units'),
    order_time: minutesOf('order_seconds'),
    planned_stop: minutesOf('planned_seconds'),
    busy_time: minutesOf('busy_seconds'),
    production_time: minutesOf('running_time'),
    setup_stop: minutesOf('setup_seconds'),
    failure_stop: minutesOf('failure_seconds'),
    delay_stop: minutesOf('delay_seconds'),
    minor_stop: minutesOf('minor_seconds'),
    unexplained_stop: minutesOf('unexplained_seconds'),
    silent_stop: minutesOf('silent_seconds'),
    short_stop: minutesOf('short_seconds'),
    stop_time: minutesOf('stop_seconds'),
    stops: count(),
    made_units: units(),
    good_units: units(),
    rejected_units: units(),
    scrapped_units: units(),
  },
  groups: ['day', 'week', 'month', 'shift', 'team', 'line', 'product', 'order', 'stop_reason', 'factory'],
  narrowings: ['line', 'team', 'product', 'order', 'factory'],
  summary:
    'Availability, performance, quality and OEE of lines by ISO 22400-2, and the times of stops, by day, shift, team, ' +
    'line, product, work order, reason or factory. A shift counts on the day it began.',
});
