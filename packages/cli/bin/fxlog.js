#!/usr/bin/env node
import '../dist/fxlog.js';
