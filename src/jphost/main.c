#include "config.h"

#include "src/jphost/commands/command-list.h"

/* jp-dashboard is the same under another name (src/dashboard/main.c). */
int main(int argc, char **argv)
{
	return command_main(argc, argv);
}
