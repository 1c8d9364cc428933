/* What a server of one core can do at the most here: it answers whatever it reads with the same bytes, and looks at nothing. So what is
   measured of it is the system's work for a request, and wrk's. Its arguments: how long the body is. The first line that it prints is its port. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS = 1024, ROOM = 65536, QUEUE = 511 };

static int listen_anywhere(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, QUEUE)) exit(1);
  getsockname(listener, (struct sockaddr *)&address, &length);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  return listener;
}

static void watch(int epoll, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = descriptor};
  epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static void accept_all(int epoll, int listener) {
  int on = 1, connection;
  while ((connection = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    watch(epoll, connection);
  }
}

int main(int count, char **arguments) {
  static struct epoll_event events[EVENTS];
  static char request[ROOM], answer[ROOM];
  int body = count > 1 ? atoi(arguments[1]) : 14;
  int length = sprintf(answer,
                       "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
                       "Connection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: %d\r\n\r\n",
                       body);
  memset(answer + length, 'x', body);
  length += body;
  int listener = listen_anywhere(), epoll = epoll_create1(0);
  watch(epoll, listener);
  for (;;) {
    int ready = epoll_wait(epoll, events, EVENTS, -1);
    for (int i = 0; i < ready; i++) {
      int descriptor = events[i].data.fd;
      if (descriptor == listener) accept_all(epoll, listener);
      else if (read(descriptor, request, ROOM) <= 0) close(descriptor);
      else if (write(descriptor, answer, length) != length) close(descriptor);
    }
  }
}
