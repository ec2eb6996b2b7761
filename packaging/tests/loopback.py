"""The loopback of a namespace of its own, which is off at first."""

import fcntl
import socket
import struct

SET_FLAGS = 0x8914
UP_AND_RUNNING = 0x1 | 0x40


def on():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as some:
        fcntl.ioctl(some, SET_FLAGS, struct.pack("16sh", b"lo", UP_AND_RUNNING))
