//go:build tools

// Package tools names the program that the script beside this file builds.
package tools

import _ "github.com/nats-io/nats-server/v2"
