<?php

/** @template T */
class array·
{
    /** @return T */
    public function element·();
}
