// What it costs to start Node and to stop it again.
process.exitCode = 0;
