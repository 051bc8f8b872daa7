// The first process of the emulated machine: runs /program with the arguments that the kernel hands on, says how it ended
// and how long it took, and ends the machine. All output goes to the console, which is a serial line that Bochs writes to a file.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <x86intrin.h>

// What `dense/src/lanes/registers/avx512.rs` asks for. A test passes over a form that the machine does not have, so that without this check
// all would be well with nothing tested.
static int has_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt");
}

// The exit code of the program, as a shell has it.
static int run(char **arguments) {
    pid_t child = fork();
    if (child == 0) {
        execv("/program", arguments);
        printf("guest: cannot start the program: %s\n", strerror(errno));
        exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Bochs ends when it reads this word at this port. A kernel that has to power off would need drivers for it.
static void end(void) {
    fflush(stdout);
    tcdrain(STDOUT_FILENO);
    ioperm(0x8900, 1, 1);
    for (const char *letter = "Shutdown"; *letter; letter++) outb(*letter, 0x8900);
}

int main(int count, char **arguments) {
    (void)count;
    if (has_avx512()) {
        // Bochs counts `rep movsb` as one instruction a byte. So functions that copy memory are made to use registers.
        setenv("GLIBC_TUNABLES",
               "glibc.cpu.x86_rep_movsb_threshold=1073741824:glibc.cpu.x86_rep_stosb_threshold=1073741824", 1);
        // In Bochs, one tick of the clock is one instruction.
        unsigned long long start = __rdtsc();
        int code = run(arguments);
        printf("\nguest: exit code %d, %llu instructions\n", code, __rdtsc() - start);
    } else {
        printf("\nguest: exit code 1, for this machine has no AVX-512\n");
    }
    end();
}
