import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { contestantNamed } from './contestants.js';
import type { Measurement } from './measure.js';

use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

export interface Plot {
  file: string;
  title: string;
  svg: string;
}

const WIDTH = 860;
const COLOURS = {
  floor: '#9aa5b1',
  peer: '#d08c4a',
  fxlog: '#2b7a78',
  stage: '#2b7a78',
  command: '#2b7a78',
  work: '#2b7a78',
  session: '#2b7a78',
};

/** The pictures for which the run has figures: throughput against the peers, memory and speed over the file size. */
export function drawPlots(measurements: readonly Measurement[]): Plot[] {
  const plots: Plot[] = [];
  const race = measurements
    // Off the scale of the others: it does not parse at all.
    .filter((one) => one.suite === 'race' && one.contestant !== 'newline-scan' && one.contestant !== 'frames')
    .sort((a, b) => a.throughput - b.throughput);
  if (race.length > 0) plots.push({ file: 'throughput.svg', ...throughputPlot(race) });
  const size = measurements.filter((one) => one.suite === 'size');
  if (size.length > 0) {
    plots.push({
      file: 'memory-over-size.svg',
      ...growthPlot('Peak memory over file size (MB)', size, (one) => one.peakRss / 1e6),
    });
    plots.push({
      file: 'speed-over-size.svg',
      ...growthPlot('Throughput over file size (MB/s)', size, (one) => one.throughput / 1e6),
    });
  }
  return plots;
}

function throughputPlot(race: readonly Measurement[]): { title: string; svg: string } {
  const title = `Throughput, ${race[0]?.label ?? ''} (MB/s)`;
  const svg = render(80 + race.length * 30, {
    title: { text: title, left: 'center', textStyle: { fontSize: 15 } },
    grid: { left: 270, right: 60, top: 50, bottom: 30 },
    xAxis: { type: 'value' },
    yAxis: { type: 'category', data: race.map((one) => contestantNamed(one.contestant).title) },
    series: [
      {
        type: 'bar',
        label: { show: true, position: 'right' },
        data: race.map((one) => ({
          value: Math.round(one.throughput / 1e6),
          itemStyle: { color: COLOURS[contestantNamed(one.contestant).group] },
        })),
      },
    ],
  });
  return { title, svg };
}

function growthPlot(
  title: string,
  measurements: readonly Measurement[],
  value: (one: Measurement) => number,
): { title: string; svg: string } {
  const names = [...new Set(measurements.map((one) => one.contestant))];
  const svg = render(360, {
    title: { text: title, left: 'center', textStyle: { fontSize: 15 } },
    legend: { top: 40, itemGap: 40 },
    grid: { left: 60, right: 40, top: 85, bottom: 40 },
    xAxis: { type: 'value', name: 'MB', nameLocation: 'middle', nameGap: 25 },
    yAxis: { type: 'value', min: 0 },
    series: names.map((name) => ({
      type: 'line',
      name: contestantNamed(name).title,
      data: measurements
        .filter((one) => one.contestant === name)
        .map((one) => [one.bytes / 1e6, Math.round(value(one))]),
    })),
  });
  return { title, svg };
}

function render(height: number, option: EChartsCoreOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  chart.setOption({ animation: false, backgroundColor: '#ffffff', ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
