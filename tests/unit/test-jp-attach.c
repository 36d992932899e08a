#include "config.h"

#include "src/jphost/jp/jp-attach.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "src/jphost/net/line-peer.h"
#include "tests/unit/test.h"

static char folder[] = "/tmp/jpd-attach-XXXXXX";
static char live[64];

static int make_folder(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(live, sizeof(live), "%s/177.sock", folder);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

static int connect_to(const char *path)
{
	struct sockaddr_un address;
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	assert_true(line_peer_address(&address, path));
	if (!connect(fd, (struct sockaddr *)&address, sizeof(address)))
		return fd;
	close(fd);
	return -1;
}

static int open_and_connect(struct jp_attach *attach)
{
	jp_attach_init(attach);
	assert_true(jp_attach_open(attach, live, 0));
	return connect_to(attach->path);
}

static void send_packet(int fd, const char *packet)
{
	assert_int_equal(send(fd, packet, strlen(packet), MSG_NOSIGNAL),
			 strlen(packet));
}

static void one_user_is_attached_at_a_time(void **state)
{
	struct jp_attach attach;
	struct strbuf keys = STRBUF_INIT;
	struct winsize size;
	char bytes[16];
	struct stat st;
	int fd, other;

	(void)state;
	jp_attach_init(&attach);
	assert_true(jp_attach_open(&attach, live, 0));
	assert_int_equal(stat(attach.path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(jp_attach_take(&attach, 0, &keys, &size),
			 JP_ATTACH_NOTHING);
	fd = connect_to(attach.path);
	send_packet(fd, "s24 80");
	assert_int_equal(jp_attach_take(&attach, 0, &keys, &size),
			 JP_ATTACH_SIZE);
	assert_int_equal(size.ws_row, 24);
	assert_int_equal(size.ws_col, 80);
	other = connect_to(attach.path);
	send_packet(fd, "kab");
	assert_int_equal(jp_attach_take(&attach, 0, &keys, &size),
			 JP_ATTACH_KEYS);
	assert_string_equal(keys.buf, "ab");
	assert_int_equal(recv(other, bytes, sizeof(bytes), 0), 0);
	jp_attach_send(&attach, SLICE("hello"));
	assert_int_equal(recv(fd, bytes, sizeof(bytes), 0), 5);
	close(fd);
	assert_int_equal(jp_attach_take(&attach, 0, &keys, &size),
			 JP_ATTACH_LEFT);
	assert_int_equal(jp_attach_take(&attach, 0, &keys, &size),
			 JP_ATTACH_NOTHING);
	jp_attach_close(&attach);
	close(other);
	strbuf_release(&keys);
}

static void what_is_no_packet_ends_it(void **state)
{
	static const char *const packets[] = { "x",   "s",           "s0 80",
					       "s24", "s9999999 80", "" };
	struct strbuf keys = STRBUF_INIT;
	struct jp_attach attach;
	struct winsize size;

	(void)state;
	jp_attach_init(&attach);
	assert_true(jp_attach_open(&attach, live, 0));
	for (size_t i = 0; i < sizeof(packets) / sizeof(*packets); i++) {
		int fd = connect_to(attach.path);

		send_packet(fd, packets[i]);
		assert_int_equal(jp_attach_take(&attach, 0, &keys, &size),
				 JP_ATTACH_LEFT);
		close(fd);
	}
	assert_int_equal(keys.len, 0);
	jp_attach_close(&attach);
	assert_int_equal(connect_to(live), -1);
}

static void one_who_does_not_read_leaves(void **state)
{
	static char much[64 << 10];
	struct strbuf keys = STRBUF_INIT;
	struct jp_attach attach;
	struct winsize size;
	int fd;

	(void)state;
	fd = open_and_connect(&attach);
	assert_int_equal(jp_attach_take(&attach, 0, &keys, &size),
			 JP_ATTACH_NOTHING);
	for (int i = 0; i < 1000; i++)
		jp_attach_send(&attach, slice_of(much, sizeof(much)));
	assert_int_equal(jp_attach_take(&attach, 0, &keys, &size),
			 JP_ATTACH_LEFT);
	jp_attach_close(&attach);
	close(fd);
}

static void what_fails_is_tried_less_and_less_often(void **state)
{
	static const int64_t again_ms[] = { 1000,  3000,   7000,   15000, 31000,
					    63000, 127000, 191000, 255000 };
	struct jp_attach attach;
	int64_t now_ms = 0;
	char path[80];

	(void)state;
	snprintf(path, sizeof(path), "%s/no-folder/177.sock", folder);
	jp_attach_init(&attach);
	assert_int_equal(jp_attach_wake_ms(&attach), -1);
	for (size_t i = 0; i < ARRAY_SIZE(again_ms); i++) {
		assert_false(jp_attach_open(&attach, path, now_ms));
		assert_int_equal(jp_attach_wake_ms(&attach), again_ms[i]);
		/* Not before, though it would be possible now. */
		assert_false(jp_attach_open(&attach, live, again_ms[i] - 1));
		assert_int_equal(jp_attach_wake_ms(&attach), again_ms[i]);
		now_ms = again_ms[i];
	}
	assert_true(jp_attach_open(&attach, live, now_ms));
	assert_int_equal(jp_attach_wake_ms(&attach), -1);
	jp_attach_close(&attach);
}

static void without_a_descriptor_no_one_is_let_in_for_a_pause(void **state)
{
	struct strbuf keys = STRBUF_INIT;
	struct rlimit limit, none;
	struct pollfd fds[JP_ATTACH_FDS];
	struct jp_attach attach;
	struct winsize size;
	int fd;

	(void)state;
	fd = open_and_connect(&attach);
	send_packet(fd, "kab");
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	none = limit;
	none.rlim_cur = 0;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	assert_int_equal(jp_attach_take(&attach, 0, &keys, &size),
			 JP_ATTACH_NOTHING);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(jp_attach_wake_ms(&attach), 1000);
	jp_attach_poll(&attach, 999, fds);
	assert_int_equal(fds[0].fd, -1);
	assert_int_equal(jp_attach_take(&attach, 999, &keys, &size),
			 JP_ATTACH_NOTHING);
	jp_attach_poll(&attach, 1000, fds);
	assert_int_equal(fds[0].fd, attach.listener);
	assert_int_equal(jp_attach_take(&attach, 1000, &keys, &size),
			 JP_ATTACH_KEYS);
	assert_string_equal(keys.buf, "ab");
	assert_int_equal(jp_attach_wake_ms(&attach), -1);
	jp_attach_close(&attach);
	close(fd);
	strbuf_release(&keys);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_user_is_attached_at_a_time),
		cmocka_unit_test(what_is_no_packet_ends_it),
		cmocka_unit_test(one_who_does_not_read_leaves),
		cmocka_unit_test(what_fails_is_tried_less_and_less_often),
		cmocka_unit_test(
			without_a_descriptor_no_one_is_let_in_for_a_pause),
	};

	return cmocka_run_group_tests_name("jp-attach", tests, make_folder,
					   remove_folder);
}
