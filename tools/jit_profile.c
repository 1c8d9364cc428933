/* Loaded into rondo by tools/jit_profile.py: names the code that the engine compiles, where perf looks for names.

   The engine tells functions of its own of each piece of code that is ready, for a profiler that it is built without here.
   They do nothing; so their first bytes become a jump to the functions below. Where they are is said in the environment. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, JUMP = 12 };

static FILE *map;
static const char *(*file_of)(void *script);
static unsigned (*line_of)(void *context, void *script);

/* A piece of code (js::jit::JitCode) begins with its address; its size is a number at 16. */
static void note(const void *code, const char *kind, const char *name) {
  uintptr_t start;
  uint32_t size;
  memcpy(&start, code, sizeof start);
  memcpy(&size, (const char *)code + 16, sizeof size);
  fprintf(map, "%lx %x %s %s\n", (unsigned long)start, size, kind, name ? name : "?");
  fflush(map);
}

static void note_script(const void *code, const char *kind, void *context, void *script) {
  char name[512];
  snprintf(name, sizeof name, "%s:%u", file_of(script), line_of(context, script));
  note(code, kind, name);
}

static void optimized(void *self, void *context, void *script, void *code) {
  note_script(code, "optimized", context, script);
}

static void baseline(void *self, void *context, void *script, void *code) {
  note_script(code, "baseline", context, script);
}

static void baseline_stub(void *self, void *code, const char *name) { note(code, "stub", name); }

static void optimized_stub(void *self, void *context, void *script, void *code, const char *name) {
  note(code, "optimized stub", name);
}

static void other(void *code, const char *name) { note(code, "code", name); }

static uintptr_t place(const char *name) {
  const char *value = getenv(name);
  return value ? strtoul(value, NULL, 16) : 0;
}

/* movabs to, %rax; jmp *%rax */
static void redirect(const char *name, void *to) {
  uint8_t jump[JUMP] = {0x48, 0xb8, [10] = 0xff, [11] = 0xe0};
  uintptr_t from = place(name);
  if (!from) return;
  memcpy(jump + 2, &to, sizeof to);
  void *page = (void *)(from & ~(uintptr_t)(PAGE - 1));
  if (mprotect(page, 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC)) return;
  memcpy((void *)from, jump, JUMP);
  mprotect(page, 2 * PAGE, PROT_READ | PROT_EXEC);
}

__attribute__((constructor)) static void begin(void) {
  char program[4096] = "", name[64];
  const char *wanted = getenv("JIT_PROFILE_PROGRAM");
  /* (perf, which starts the program, loads this too.) */
  if (!wanted || readlink("/proc/self/exe", program, sizeof program - 1) < 0 || strcmp(program, wanted)) return;
  snprintf(name, sizeof name, "/tmp/perf-%d.map", getpid());
  map = fopen(name, "w");
  if (!map) return;
  file_of = (void *)place("JIT_PROFILE_FILE");
  line_of = (void *)place("JIT_PROFILE_LINE");
  redirect("JIT_PROFILE_OPTIMIZED", optimized);
  redirect("JIT_PROFILE_BASELINE", baseline);
  redirect("JIT_PROFILE_BASELINE_STUB", baseline_stub);
  redirect("JIT_PROFILE_OPTIMIZED_STUB", optimized_stub);
  redirect("JIT_PROFILE_OTHER", other);
}
