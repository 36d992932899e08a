#ifndef JPD_COMMANDS_COMMAND_LIST_H
#define JPD_COMMANDS_COMMAND_LIST_H

/*
 * jphost's commands, and their dispatcher. Each takes the arguments after its
 * name (argv[0] is the name, as getopt requires) and returns the exit status.
 */
int command_run(int argc, char **argv);
int command_init(int argc, char **argv);
int command_plugins(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_query(int argc, char **argv);
int command_jp(int argc, char **argv);
int command_trust(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_demo(int argc, char **argv);

/* main() of jphost, whichever file it is in. */
int command_main(int argc, char **argv);

#endif
