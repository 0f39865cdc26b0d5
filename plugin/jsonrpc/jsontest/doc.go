// Package jsontest makes JSON at random and writes its canonical form the slow way. Tests hold the reader against it. Values
// are those that encoding/json decodes with UseNumber.
package jsontest
