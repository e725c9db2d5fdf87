// The part of tabulator-tables that is used here.
declare module "tabulator-tables" {
  export type RowData = Record<string, unknown>;

  export interface RowComponent {
    getData(): RowData;
    getElement(): HTMLElement;
    getNextRow(): RowComponent | false;
    getPrevRow(): RowComponent | false;
    reformat(): void;
  }

  export interface CellComponent {
    getValue(): unknown;
    getData(): RowData;
    getElement(): HTMLElement;
  }

  export interface ColumnDefinition {
    title: string;
    field: string;
    formatter?: (cell: CellComponent) => HTMLElement | string;
    sorter?: string | ((a: unknown, b: unknown) => number);
    hozAlign?: "left" | "center" | "right";
    headerHozAlign?: "left" | "center" | "right";
    headerFilter?: "input" | "number" | "list" | boolean;
    headerFilterFunc?: string | ((wanted: never, value: never) => boolean);
    headerFilterParams?: Record<string, unknown>;
    headerFilterPlaceholder?: string;
    minWidth?: number;
    width?: number;
    widthGrow?: number;
    widthShrink?: number;
    headerTooltip?: string;
    cssClass?: string;
  }

  export interface Options {
    data: RowData[];
    columns: ColumnDefinition[];
    index?: string;
    layout?: string;
    height?: number | string;
    maxHeight?: number | string;
    placeholder?: string;
    selectableRows?: number | boolean;
    rowFormatter?: (row: RowComponent) => void;
    columnDefaults?: Partial<ColumnDefinition> & { headerSortTristate?: boolean };
  }

  export class Tabulator {
    constructor(element: HTMLElement, options: Options);
    static registerModule(modules: unknown[]): void;
    on(event: string, listener: (...details: never[]) => void): void;
    replaceData(data: RowData[]): Promise<void>;
    getRow(index: unknown): RowComponent | false;
    getRows(range?: "active" | "visible"): RowComponent[];
    getSelectedRows(): RowComponent[];
    selectRow(index: unknown): void;
    deselectRow(): void;
    scrollToRow(index: unknown, position?: string, ifVisible?: boolean): Promise<void>;
    redraw(force?: boolean): void;
    destroy(): void;
  }

  export const EditModule: unknown;
  export const FilterModule: unknown;
  export const FormatModule: unknown;
  export const InteractionModule: unknown;
  export const ResizeColumnsModule: unknown;
  export const ResizeTableModule: unknown;
  export const SelectRowModule: unknown;
  export const SortModule: unknown;
}
