//go:build tools

// Package tools names the program that is built from this module, so that go.mod and go.sum have its dependencies.
package tools

import _ "github.com/lightningnetwork/lnd/cmd/lnd"
