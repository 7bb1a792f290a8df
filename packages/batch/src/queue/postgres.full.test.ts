import { findPostgres } from '#test/services/find-services';
import { startPostgres } from '#test/services/service';
import { describeEngine } from '../testing/engine-suite.js';

describeEngine('PostgreSQL', { isThere: findPostgres() !== null, start: startPostgres, kills: 200 });
