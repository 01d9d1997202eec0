import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import { CommitUnknownError, isStorageTrouble } from './errors.ts';

/** Kysely's driver, which also reports the transaction id if a connection is lost during its COMMIT. */
class DriverWithTransactionIds extends PostgresDriver {
  readonly #ids = new WeakMap<DatabaseConnection, string>();

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    const { rows } = await connection.executeQuery<{ id: string }>(
      CompiledQuery.raw('select pg_current_xact_id()::text as id'),
    );
    this.#ids.set(connection, rows[0]?.id ?? '');
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (cause) {
      if (!isStorageTrouble(cause)) throw cause;
      throw new CommitUnknownError(this.#ids.get(connection) ?? '', cause);
    }
  }

  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    // If the connection is lost, the transaction has ended anyway. The first error is reported.
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

export class DialectWithTransactionIds extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new DriverWithTransactionIds(this.#config);
  }
}
