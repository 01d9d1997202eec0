/** The test files that also run on PostgreSQL: what goes through the database. */
export const POSTGRES_TESTS = ['tests/api/*.test.ts'];
