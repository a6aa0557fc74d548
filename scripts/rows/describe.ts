import pg from 'pg';

/** A column of a statement's result. */
export interface Column {
  readonly name: string;
  /** The oid of its type. */
  readonly type: number;
  /** The table column that it comes from; undefined for expressions and for columns of views. */
  readonly source?: TableColumn;
}

interface TableColumn {
  readonly name: string;
  readonly isNullable: boolean;
}

type Field = Pick<pg.FieldDef, 'name' | 'dataTypeID' | 'tableID' | 'columnID'>;

/** A database with the newest schema that describes statements without running them. */
export class DescribingClient {
  readonly #client: pg.Client;
  readonly #tableColumns = new Map<string, TableColumn>();

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Connects, and reads which columns of tables can be null. */
  static async connect(url: string): Promise<DescribingClient> {
    const client = new pg.Client({ connectionString: url, application_name: 'check-rows' });
    await client.connect();
    const describing = new DescribingClient(client);
    const { rows } = await client.query<{
      attrelid: number;
      attnum: number;
      attname: string;
      nullable: boolean;
    }>(
      `SELECT attrelid, attnum, attname, NOT attnotnull AS nullable
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relkind IN ('r', 'p')`,
    );
    for (const { attrelid, attnum, attname, nullable } of rows)
      describing.#tableColumns.set(`${attrelid}.${attnum}`, { name: attname, isNullable: nullable });
    return describing;
  }

  /** Returns the columns of a statement's result. @throws DatabaseError when the schema does not allow the statement. */
  async columnsOf(text: string): Promise<Column[]> {
    const fields = await new Promise<Field[]>((resolve, reject) => {
      this.#client.query(new Description(text, resolve, reject));
    });
    return fields.map(({ name, dataTypeID, tableID, columnID }) => {
      const source = this.#tableColumns.get(`${tableID}.${columnID}`);
      return { name, type: dataTypeID, ...(source && { source }) };
    });
  }

  end(): Promise<void> {
    return this.#client.end();
  }
}

/** Parse and Describe of the extended protocol, without Bind and Execute. The methods are those that pg calls. */
class Description implements pg.Submittable {
  readonly #text: string;
  readonly #resolve: (fields: Field[]) => void;
  readonly #reject: (error: Error) => void;
  #fields: Field[] = [];

  constructor(text: string, resolve: (fields: Field[]) => void, reject: (error: Error) => void) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}
