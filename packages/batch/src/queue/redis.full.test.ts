import { findRedis } from '#test/services/find-services';
import { startRedis } from '#test/services/service';
import { describeEngine } from '../testing/engine-suite.js';

describeEngine('Redis', { isThere: findRedis() !== null, start: startRedis, kills: 200 });
